/** Variables that the driver reads. It also searches the home folder for a password file. */
const OF_THE_DRIVER = /^(?:PG[A-Z]+|HOME|USER|USERNAME|APPDATA)$/u;

/** Returns the environment variables that another thread needs to connect. */
export const driverEnvironment = (environment = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => OF_THE_DRIVER.test(name)));
