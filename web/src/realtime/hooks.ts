import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { availabilityForgotten, availabilityWatched } from './actions';

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
