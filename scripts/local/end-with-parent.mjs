// Preloaded into every child: should its supervisor be killed outright, the child does not stay behind.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
}, 1_000).unref();
