/** The driver reads these, and looks in the user's folder for a file of passwords. */
const OF_THE_DRIVER = /^(?:PG[A-Z]+|HOME|USER|USERNAME|APPDATA)$/u;

/** What another thread needs of the environment to connect as this one does. */
export const driverEnvironment = (environment = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => OF_THE_DRIVER.test(name)));
