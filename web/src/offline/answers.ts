import { database, type StoredAnswer } from './database';

/** How many answers are kept, and for how many days. */
const MOST = 200;
const DAYS = 30;

/** Stores an answer, unless `isStillTheirs` says that its account has left meanwhile. */
export async function storeAnswer(answer: StoredAnswer, isStillTheirs: () => boolean): Promise<void> {
  const connection = await database();
  // No pause between this question and the write: whoever erases comes after it.
  if (isStillTheirs()) await connection.put('answers', answer);
}

/** The answer as last seen, or undefined. */
export async function storedAnswer(account: string, address: string): Promise<StoredAnswer | undefined> {
  return (await database()).get('answers', [account, address]);
}

/** Removes answers that are too old or too many. */
export async function pruneAnswers(now: Date): Promise<void> {
  const store = (await database()).transaction('answers', 'readwrite').store;
  const oldest = new Date(now.getTime() - DAYS * 86_400_000).toISOString();
  let tooMany = (await store.count()) - MOST;
  for (let cursor = await store.index('by_age').openCursor(); cursor; cursor = await cursor.continue()) {
    if (tooMany <= 0 && cursor.value.answeredAt >= oldest) return;
    await cursor.delete();
    tooMany -= 1;
  }
}
