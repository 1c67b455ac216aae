/*
 * Loaded first in a server (`NODE_OPTIONS=--require …`). Records each connection that the process opens, each name that it
 * looks up, and each module of the mailer that it loads.
 */
const { appendFileSync } = require("node:fs");
const { registerHooks } = require("node:module");
const dgram = require("node:dgram");
const dns = require("node:dns");
const net = require("node:net");

const { WATCHED_NETWORK } = process.env;

if (WATCHED_NETWORK) {
  const record = (what) => appendFileSync(WATCHED_NETWORK, `${what}\n`);
  const watch = (target, name, what) => {
    const call = target[name];
    target[name] = function (...values) {
      record(`${what} ${JSON.stringify(values, (_key, value) => (typeof value === "function" ? undefined : value))}`);
      return Reflect.apply(call, this, values);
    };
  };
  // TLS, HTTP and fetch connect through this too.
  watch(net.Socket.prototype, "connect", "connect");
  watch(dgram.Socket.prototype, "send", "send");
  for (const module of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    for (const name of Object.getOwnPropertyNames(module)) {
      if (/^(lookup|resolve|reverse)/.test(name) && typeof module[name] === "function") watch(module, name, name);
    }
  }
  registerHooks({
    resolve(specifier, context, next) {
      if (/nodemailer/.test(specifier)) record(`load ${specifier}`);
      return next(specifier, context);
    },
  });
}
