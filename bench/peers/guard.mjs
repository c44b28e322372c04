// Runs a program that ends when the process that started it does, however that ended.
//   node guard.mjs PROGRAM ARGUMENTS
import { spawn } from 'node:child_process';

const GRACE_MS = 5000;
const [program = '', ...args] = process.argv.slice(2);
// A group of its own, so that the programs that it starts end with it.
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
const end = (/** @type {NodeJS.Signals} */ signal) => {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
};
const stop = () => {
  end('SIGTERM');
  setTimeout(() => end('SIGKILL'), GRACE_MS).unref();
};

process.on('disconnect', stop).on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop);
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code) => {
  // What it started and left behind.
  end('SIGKILL');
  process.exit(code ?? 1);
});
process.send?.({ pid: child.pid });
