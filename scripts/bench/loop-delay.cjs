/** Loaded into a server under measurement: tells whoever started it for how long its event loop was held since it was last asked. */
const { monitorEventLoopDelay } = process.getBuiltinModule("node:perf_hooks");

const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();
process.on("message", () => {
  process.send?.({ longestMs: histogram.max / 1e6 - 1, p99Ms: histogram.percentile(99) / 1e6 - 1 });
  histogram.reset();
});
// Whoever listens keeps the process; this one only looks on.
process.channel?.unref();
