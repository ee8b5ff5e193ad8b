/** Loaded into a measured server: on request, reports the longest hold of its event loop since the last request. */
const { monitorEventLoopDelay } = process.getBuiltinModule("node:perf_hooks");

const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();

/** The maximum CPU time of one turn of the loop: the hold without competition for the processor. */
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
// The channel must not prevent the process from ending.
process.channel?.unref();
