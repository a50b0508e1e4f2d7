import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { availabilityUnwatched, availabilityWatched, broadcastsUnwatched, broadcastsWatched } from './actions';

/** While the component is mounted, this provider's slots are fetched again whenever their free time changes. */
export function useWatchAvailability(providerId: string | undefined): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!providerId) return;
    dispatch(availabilityWatched(providerId));
    return () => {
      dispatch(availabilityUnwatched(providerId));
    };
  }, [dispatch, providerId]);
}

/** While the component is mounted, broadcasts of new posts and comments arrive, for guests too. */
export function useWatchBroadcasts(): void {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(broadcastsWatched());
    return () => {
      dispatch(broadcastsUnwatched());
    };
  }, [dispatch]);
}
