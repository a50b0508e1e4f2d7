import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { WaitingKind, WaitingWrite } from '@/offline';

export type { WaitingWrite as UnsentWrite } from '@/offline';

/** What the database's outbox holds for the account that is signed in, in the order of writing. */
export interface OutboxState {
  writes: WaitingWrite[];
}

interface WithOutbox {
  outbox: OutboxState;
}

const initialState: OutboxState = { writes: [] };

const slice = createSlice({
  name: 'outbox',
  initialState,
  reducers: {
    /** The outbox as the database holds it. */
    outboxRead(state, { payload }: PayloadAction<WaitingWrite[]>) {
      state.writes = payload;
    },
    writeKept(state, { payload }: PayloadAction<WaitingWrite>) {
      state.writes = [...state.writes.filter(({ key }) => key !== payload.key), payload];
    },
    /** A write has arrived, or was discarded. */
    writeGone(state, { payload }: PayloadAction<string>) {
      state.writes = state.writes.filter(({ key }) => key !== payload);
    },
  },
});

export const outboxReducer = slice.reducer;
export const { outboxRead, writeKept, writeGone } = slice.actions;

export const selectWaitingWrites = ({ outbox }: WithOutbox): readonly WaitingWrite[] => outbox.writes;

/** Whether something of the account will be sent by itself. What is written then takes its turn behind it. */
export const isWaitingFor = (state: unknown, account: string): boolean =>
  (state as WithOutbox).outbox.writes.some((write) => write.account === account && !write.refusal && !write.isTooOld);

/** The waiting writes of one kind that `isWanted` picks. */
export function useWaitingWrites(kind: WaitingKind, isWanted: (body: WaitingWrite['body']) => boolean): readonly WaitingWrite[] {
  const writes = useSelector(selectWaitingWrites);
  return useMemo(() => writes.filter((write) => write.kind === kind && isWanted(write.body)), [writes, kind, isWanted]);
}
