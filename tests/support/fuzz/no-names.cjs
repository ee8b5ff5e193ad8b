/** Loaded into a server that is fuzzed: no name leads anywhere, so that nobody outside this machine is asked for anything. */
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
