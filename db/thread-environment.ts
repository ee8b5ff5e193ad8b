/** The driver of a server's databases reads these, and looks in the user's folder for a file of passwords. */
const OF_DATABASES = /^(?:PG[A-Z]+|HOME|USER|USERNAME|APPDATA)$/u;

/** What a thread needs of the environment to open the databases that this process can open. */
export const databaseEnvironment = (environment = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => OF_DATABASES.test(name)));
