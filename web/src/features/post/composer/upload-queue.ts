import { asFailure, type Failure } from '@/api';

/** The upload state of a picture. */
export interface Upload {
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** The fraction sent, from 0 to 1. */
  readonly share: number;
  /** The server's name for the picture, once uploaded. */
  readonly name: string;
  readonly failure: Failure | null;
}

/** Keyed by picture: data URLs, or names of pictures on the server. */
export type Uploads = ReadonlyMap<string, Upload>;

/** A running upload: the promise of its name, and how to abort it. */
export interface RunningUpload {
  readonly name: Promise<string>;
  readonly abort: () => void;
}

export type SendPicture = (picture: string, onProgress: (share: number) => void) => RunningUpload;

const maxConcurrent = 2;
const waiting: Upload = { state: 'waiting', share: 0, name: '', failure: null };
const uploaded = (name: string): Upload => ({ state: 'done', share: 1, name, failure: null });
const isNew = (picture: string) => picture.startsWith('data:');

/** Uploads pictures, two at a time. Removed ones are aborted, failed ones wait for a retry. */
export class UploadQueue {
  private uploads: Uploads = new Map();
  private readonly running = new Map<string, RunningUpload>();
  private readonly listeners = new Set<() => void>();

  private readonly send: SendPicture;

  constructor(send: SendPicture) {
    this.send = send;
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly read = (): Uploads => this.uploads;

  /** Sets the complete list of pictures. */
  want(pictures: readonly string[]): void {
    const listed = new Set(pictures);
    for (const [picture, sending] of this.running) if (!listed.has(picture)) this.giveUp(picture, sending);
    const known = this.uploads;
    this.tell(new Map([...listed].map((picture) => [picture, known.get(picture) ?? (isNew(picture) ? waiting : uploaded(picture))])));
    this.next();
  }

  retry(picture: string): void {
    if (this.uploads.get(picture)?.state !== 'failed') return;
    this.change(picture, waiting);
    this.next();
  }

  /** Aborts everything and clears the list. */
  stop(): void {
    this.want([]);
  }

  /** Resolves when nothing is running: to the names, or to null if an upload failed. */
  async names(pictures: readonly string[]): Promise<string[] | null> {
    const settled = () => pictures.every((picture) => ['done', 'failed'].includes(this.uploads.get(picture)?.state ?? 'failed'));
    if (!settled()) {
      await new Promise<void>((resolve) => {
        const forget = this.subscribe(() => {
          if (!settled()) return;
          forget();
          resolve();
        });
      });
    }
    const names = pictures.map((picture) => this.uploads.get(picture)?.name ?? '');
    return names.every(Boolean) ? names : null;
  }

  private next(): void {
    for (const [picture, { state }] of this.uploads) {
      if (this.running.size >= maxConcurrent) return;
      if (state === 'waiting') void this.start(picture);
    }
  }

  private async start(picture: string): Promise<void> {
    const isMine = () => this.running.get(picture) === sending;
    const sending = this.send(picture, (share) => {
      if (isMine()) this.change(picture, { ...waiting, state: 'sending', share });
    });
    this.running.set(picture, sending);
    this.change(picture, { ...waiting, state: 'sending' });
    let result: Upload;
    try {
      result = uploaded(await sending.name);
    } catch (error) {
      result = { ...waiting, state: 'failed', failure: asFailure(error) };
    }
    // The upload was aborted, and may have been started again.
    if (!isMine()) return;
    this.running.delete(picture);
    this.change(picture, result);
    this.next();
  }

  private giveUp(picture: string, sending: RunningUpload): void {
    this.running.delete(picture);
    sending.abort();
  }

  private change(picture: string, upload: Upload): void {
    if (this.uploads.has(picture)) this.tell(new Map(this.uploads).set(picture, upload));
  }

  private tell(uploads: Uploads): void {
    this.uploads = uploads;
    for (const listener of [...this.listeners]) listener();
  }
}
