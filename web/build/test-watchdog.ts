import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach } from 'vitest';

/** How long a test may run, in milliseconds. It is longer than vitest's own limit, which cannot stop a loop that never yields. */
const LIMIT = 60_000;

/** Runs in a thread of its own, so that it works while the test's thread loops: names the test and kills the process. */
const watchdog = `
  const { parentPort } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  let timer;
  parentPort.on('message', (test) => {
    clearTimeout(timer);
    if (test === null) return;
    timer = setTimeout(() => {
      writeSync(2, 'This test did not end within ${LIMIT / 1000} seconds: ' + test + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }, ${LIMIT});
  });
`;

interface Shared {
  testWatchdog?: Worker;
}

function start(): Worker {
  const worker = new Worker(watchdog, { eval: true });
  worker.unref();
  return worker;
}

const shared = globalThis as Shared;
const worker = (shared.testWatchdog ??= start());

beforeEach(({ task }) => worker.postMessage(`${task.file.name} > ${task.name}`));
afterEach(() => worker.postMessage(null));
