/** Loaded into a server under measurement: tells whoever started it for how long its event loop was held since it was last asked. */
const { monitorEventLoopDelay } = process.getBuiltinModule("node:perf_hooks");

const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();

/** The most processor time that went into one turn of the loop: what a hold comes to where nobody else wants the processor. */
let longestTurnMs = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  longestTurnMs = Math.max(longestTurnMs, (user + system) / 1000);
}, 1).unref();

process.on("message", () => {
  process.send?.({
    longestMs: histogram.max / 1e6 - 1,
    p99Ms: histogram.percentile(99) / 1e6 - 1,
    longestTurnMs,
  });
  histogram.reset();
  longestTurnMs = 0;
});
// Whoever listens keeps the process; this one only looks on.
process.channel?.unref();
