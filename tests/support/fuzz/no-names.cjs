/** Loaded into a fuzzed server: every name lookup fails, so that no request leaves this machine. */
const dns = process.getBuiltinModule("node:dns");
const { isIP } = process.getBuiltinModule("node:net");

const { lookup } = dns;
/** @param {any[]} given */
const lookUpNoNames = (...given) => {
  const [hostname] = given;
  if (isIP(hostname) === 0)
    process.nextTick(
      given.at(-1),
      Object.assign(new Error(`there is no ${hostname}`), { code: "ENOTFOUND" }),
    );
  else Reflect.apply(lookup, dns, given);
};
Object.assign(dns, { lookup: lookUpNoNames });
process.getBuiltinModule("node:module").syncBuiltinESMExports();
