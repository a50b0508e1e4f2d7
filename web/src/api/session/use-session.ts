import { useSelector } from 'react-redux';
import { selectSession, type SessionState } from './state';
import type { SessionData } from './types';

/** The user's session; `isAuthenticated` is false for a guest. */
export const useSession = (): SessionData => useSelector((state: { session: SessionState }) => selectSession(state));
