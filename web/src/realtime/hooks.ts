import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { availabilityForgotten, availabilityWatched, broadcastsForgotten, broadcastsWatched } from './actions';

/** While the screen is shown, slots of this provider are fetched anew whenever somebody takes or frees time. */
export function useWatchAvailability(providerId: string | undefined): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!providerId) return;
    dispatch(availabilityWatched(providerId));
    return () => {
      dispatch(availabilityForgotten(providerId));
    };
  }, [dispatch, providerId]);
}

/** While the screen is shown, news of posts and comments are heard, by guests too. */
export function useWatchBroadcasts(): void {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(broadcastsWatched());
    return () => {
      dispatch(broadcastsForgotten());
    };
  }, [dispatch]);
}
