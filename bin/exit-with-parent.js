// Loaded first into every process that bin/ starts. When the parent process is killed, this one shuts down instead of
// continuing to hold the port.
if (process.env.KAWUNG_FOLLOW_PARENT && process.channel) {
  delete process.env.KAWUNG_FOLLOW_PARENT;
  const stop = () => process.kill(process.pid, "SIGTERM");
  process.on("disconnect", stop);
  // A closed terminal.
  process.on("SIGHUP", stop);
  process.channel.unref();
}
