/** Prints new keys for web push, as the environment takes them. */

import webPush from "web-push";

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
console.log(`WEB_PUSH_PUBLIC_KEY=${publicKey}
WEB_PUSH_PRIVATE_KEY=${privateKey}
WEB_PUSH_CONTACT=mailto:it@your-company.example`);
