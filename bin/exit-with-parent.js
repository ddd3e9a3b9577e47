// Loaded first into every process that bin/ starts: when the process that started it is killed, it stops as if it had
// been asked to, instead of living on and holding the port.
if (process.env.KAWUNG_FOLLOW_PARENT && process.channel) {
  delete process.env.KAWUNG_FOLLOW_PARENT;
  const stop = () => process.kill(process.pid, "SIGTERM");
  process.on("disconnect", stop);
  // A closed terminal.
  process.on("SIGHUP", stop);
  process.channel.unref();
}
