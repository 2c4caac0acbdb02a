import { localDir } from "./local-state";
import { holdInstance } from "./single-instance";
import { startProduct } from "./start-product";
import { createSupervisor } from "./supervisor";

/** `npm start`. PORT and HOST say where; everything else comes from the environment (README, configuration). */
export async function runProduct(): Promise<void> {
  const supervisor = createSupervisor();
  try {
    supervisor.add("instance", await holdInstance(localDir));
    const { url } = await startProduct({
      supervisor,
      port: Number(process.env.PORT ?? 3000),
      host: process.env.HOST ?? "127.0.0.1",
      say: (line) => console.log(line),
    });
    console.log(`Countersign is ready at ${url}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    await supervisor.end(1);
  }
}
