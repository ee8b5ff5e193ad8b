import type { TestApp } from "./test-app.ts";

/**
 * Counts the rows that each transaction stores in or deletes from a table, by default `deleted_rows`: the number of
 * rows it moves. Transactions without such rows are omitted.
 */
export function recordTransactionRows(app: TestApp, table = "deleted_rows"): () => number[] {
  const change = new RegExp(String.raw`^\s*(?:insert into|delete from) "${table}"`, "iu");
  const rowCounts: number[] = [];
  const original = app.db.transaction.bind(app.db);
  app.db.transaction = () => {
    const builder = original();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) =>
      execute(async (transaction) => {
        let rows = 0;
        const executor = transaction.getExecutor();
        const run = executor.executeQuery.bind(executor);
        executor.executeQuery = async (query) => {
          const result = await run(query);
          if (change.test(query.sql)) rows += Number(result.numAffectedRows ?? 0);
          return result;
        };
        const result = await work(transaction);
        if (rows > 0) rowCounts.push(rows);
        return result;
      });
    return builder;
  };
  return () => rowCounts;
}
