import cluster, { type Worker } from 'node:cluster';
import { hash } from 'node:crypto';
import { VERSION } from './version.ts';

/**
 * Calls between the workers of a server. The process that started the workers forwards calls and answers, and tells
 * each worker which workers take calls.
 */
export type WorkerCalls = {
  /**
   * The worker to which a key belongs, such as the id of a project. Null if that is this process, or if no worker takes
   * calls.
   */
  ownerOf(key: string): WorkerId | null;
  /**
   * Sends a request to another worker, and resolves with the answer. Resolves with null if the worker takes no calls,
   * ends before it has answered, or fails. In the last two cases it may have done what was requested. Never rejects.
   */
  call(worker: WorkerId, request: Buffer): Promise<Buffer | null>;
  /** Answers the calls of other workers from now on. */
  takeCalls(answer: Answering): void;
  /** Stops taking calls. Resolves when all calls that have arrived are answered. */
  leave(): Promise<void>;
};

export type WorkerId = number;

type Answering = (request: Buffer) => Promise<Buffer>;

/**
 * The messages between the workers and the process that started them, the primary. In a request or an answer, `worker`
 * is the worker on the other side: a worker names the receiver, and the primary replaces it by the sender before it
 * forwards the message.
 */
type CallMessage =
  | { type: 'calls:take'; version: string }
  | { type: 'calls:leave' }
  | { type: 'calls:left' }
  | { type: 'calls:takers'; workers: Taker[] }
  | { type: 'calls:ended'; worker: WorkerId }
  | { type: 'calls:request'; worker: WorkerId; id: number; request: Buffer }
  | { type: 'calls:answer'; worker: WorkerId; id: number; answer: Buffer | null };

/** Workers of different versions, which run at the same time during an upgrade, do not call each other. */
type Taker = { id: WorkerId; version: string };

type PendingCall = { worker: WorkerId; resolve: (answer: Buffer | null) => void };

/** Opens the calls between this process and other workers. Without other workers, `ownerOf` returns null. */
export function openWorkerCalls(): WorkerCalls {
  const own = cluster.worker;
  if (own === undefined) return WITHOUT_OTHERS;
  let takers: readonly WorkerId[] = [];
  let lastId = 0;
  const asked = new Map<number, PendingCall>();
  let answering: Answering | null = null;
  const answers = new Set<Promise<void>>();
  let onLeft = () => {};

  const reply = async (worker: WorkerId, id: number, request: Buffer) => {
    const answer = await answering?.(request).catch(() => null);
    send({ type: 'calls:answer', worker, id, answer: answer ?? null });
  };
  const receiveRequest = (worker: WorkerId, id: number, request: Buffer) => {
    const replied: Promise<void> = reply(worker, id, request).finally(() => {
      answers.delete(replied);
    });
    answers.add(replied);
  };
  const receiveAnswer = (id: number, answer: Buffer | null) => {
    asked.get(id)?.resolve(answer);
    asked.delete(id);
  };
  const giveUp = (ended: WorkerId) => {
    for (const [id, { worker }] of asked) {
      if (worker === ended) receiveAnswer(id, null);
    }
  };
  process.on('message', (message: CallMessage) => {
    if (message.type === 'calls:request') {
      receiveRequest(message.worker, message.id, message.request);
    } else if (message.type === 'calls:answer') {
      receiveAnswer(message.id, message.answer);
    } else if (message.type === 'calls:takers') {
      takers = message.workers.flatMap(({ id, version }) => (version === VERSION ? id : []));
    } else if (message.type === 'calls:ended') {
      giveUp(message.worker);
    } else if (message.type === 'calls:left') {
      onLeft();
    }
  });
  return {
    ownerOf: (key) => {
      const owner = highestOf(takers, (worker) => hash('md5', `${worker} ${key}`));
      return owner === own.id ? null : owner;
    },
    call: (worker, request) =>
      new Promise((resolve) => {
        lastId += 1;
        asked.set(lastId, { worker, resolve });
        send({ type: 'calls:request', worker, id: lastId, request });
      }),
    takeCalls: (answer) => {
      answering = answer;
      send({ type: 'calls:take', version: VERSION });
    },
    leave: async () => {
      if (answering === null) return;
      const left = new Promise<void>((resolve) => {
        onLeft = resolve;
      });
      send({ type: 'calls:leave' });
      await left;
      await Promise.all(answers);
    },
  };
}

/** The calls of a process that is not one of several workers. */
export const WITHOUT_OTHERS: WorkerCalls = {
  ownerOf: () => null,
  call: async () => null,
  takeCalls: () => {},
  leave: async () => {},
};

/**
 * Sends a message to the primary. Errors are ignored, since they mean that the primary has ended, which ends this
 * worker too.
 */
function send(message: CallMessage): void {
  process.send?.(message, undefined, {}, () => {});
}

/**
 * The worker with the highest rank for a key (rendezvous hashing). When a worker ends, only its keys get another owner.
 * When a worker starts, only the keys that it now owns change their owner.
 */
function highestOf(
  workers: readonly WorkerId[],
  rankOf: (worker: WorkerId) => string,
): WorkerId | null {
  let highest: { worker: WorkerId; rank: string } | null = null;
  for (const worker of workers) {
    const rank = rankOf(worker);
    if (highest === null || rank > highest.rank) highest = { worker, rank };
  }
  return highest?.worker ?? null;
}

/** Forwards the calls of workers, in the process that started them. */
export function passCallsOn(): void {
  const takers = new Map<WorkerId, { worker: Worker; version: string }>();
  const tell = (worker: Worker | undefined, message: CallMessage) => {
    // A worker that has ended receives nothing. Calls to it are answered with null at its 'exit' event.
    if (worker?.isConnected()) worker.send(message, undefined, undefined, () => {});
  };
  const tellAll = (message: CallMessage) => {
    for (const worker of Object.values(cluster.workers ?? {})) tell(worker, message);
  };
  const tellTakers = () => {
    const workers = [...takers].map(([id, { version }]) => ({ id, version }));
    tellAll({ type: 'calls:takers', workers });
  };
  cluster.on('message', (worker, message: CallMessage) => {
    if (message.type === 'calls:request') {
      const { id, worker: receiver } = message;
      const taker = takers.get(receiver);
      if (taker) tell(taker.worker, { ...message, worker: worker.id });
      else tell(worker, { type: 'calls:answer', worker: receiver, id, answer: null });
    } else if (message.type === 'calls:answer') {
      tell(cluster.workers?.[message.worker], { ...message, worker: worker.id });
    } else if (message.type === 'calls:take') {
      takers.set(worker.id, { worker, version: message.version });
      tellTakers();
    } else if (message.type === 'calls:leave') {
      takers.delete(worker.id);
      tellTakers();
      // This message arrives after all calls that were forwarded to the worker.
      tell(worker, { type: 'calls:left' });
    }
  });
  // The event 'disconnect' is not used: Node.js does not emit it if a worker is killed while it receives a client's
  // connection.
  cluster.on('exit', ({ id }) => {
    if (takers.delete(id)) tellTakers();
    tellAll({ type: 'calls:ended', worker: id });
  });
}
