import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { processorMs } from '../support/machine.ts';

const GUARD = fileURLToPath(new URL('guard.mjs', import.meta.url));
const LONGEST_ANSWER_MS = 20 * 60_000;
const KEPT_OUTPUT = 4000;

type Place = { cwd?: string; env?: Record<string, string> };
type Message = { answer?: unknown; error?: string };

/** Processes of this run: each of them also ends by itself when this process is gone. */
const running = new Set<ChildProcess>();

/** A process that is told what to do by messages, and answers each of them. */
export type Talking = {
  pid: number;
  /** The first message: that it is ready. */
  ready: unknown;
  ask<Answer>(order: object): Promise<Answer>;
  stop(): Promise<void>;
};

/** Starts a program of Node that sends a message when it is ready. */
export async function startTalking(node: string, args: string[], place: Place): Promise<Talking> {
  const { child, output } = start(node, args, place);
  const ready = await answerOf(child, output);
  return {
    pid: child.pid ?? Number.NaN,
    ready,
    ask: async <Answer>(order: object) => {
      const answer = answerOf(child, output);
      child.send(order);
      return (await answer) as Answer;
    },
    stop: () => stop(child),
  };
}

/** Starts any program under a guard, and waits for a line on its stdout that matches. */
export async function startGuarded(command: string[], ready: RegExp, place: Place) {
  const { child, output } = start(process.execPath, [GUARD, ...command], place);
  const pid = new Promise<number>((resolve) => {
    child.once('message', (message) => resolve((message as { pid: number }).pid));
  });
  const found = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const line = ready.exec(output())?.[1];
      if (line) resolve(line);
    });
    child.once('exit', () => reject(new Error(output())));
  });
  return { pid: await pid, found, stop: () => stop(child) };
}

/** Runs any program under a guard to its end. */
export async function runGuarded(command: string[], place: Place): Promise<void> {
  const { child, output } = start(process.execPath, [GUARD, ...command], place);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(output());
}

/** Ends what is still running. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}

/** Processor time of a process and of those that it started, in ms. */
export function treeMs(pid: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const own = processorMs(pid);
  const children = pids.filter((name) => parentOf(name) === pid).map(Number);
  return children.reduce((sum, child) => sum + treeMs(child), own);
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return Number.NaN;
  }
}

function start(file: string, args: string[], { cwd, env = {} }: Place) {
  const child = spawn(file, args, {
    ...(cwd ? { cwd } : {}),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      text = `${text}${part}`.slice(-KEPT_OUTPUT);
    });
  }
  return { child, output: () => text.trim() };
}

function answerOf(child: ChildProcess, output: () => string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(limit);
      child.off('message', answered).off('exit', ended).off('error', ended);
      act();
    };
    const answered = (message: unknown) => {
      const { answer, error } = message as Message;
      settle(() => (error === undefined ? resolve(answer) : reject(new Error(error))));
    };
    const ended = () => settle(() => reject(new Error(`It ended: ${output()}`)));
    const limit = setTimeout(
      () => settle(() => reject(new Error('It did not answer in time'))),
      LONGEST_ANSWER_MS,
    );
    child.on('message', answered).on('exit', ended).on('error', ended);
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  else child.kill();
  await ended;
}
