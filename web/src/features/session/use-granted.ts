import { useDispatch } from 'react-redux';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { sessionGranted, type Envelope, type SessionGranted } from '@/api';
import { paths } from '@/app/paths';

/** Keeps what signing in or up brought, and goes on: to the post that was being booked, else to `next`. */
export function useGranted(next: string): (answer: Envelope<SessionGranted>) => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const booking = params.get('activeBookingPostId');
  return ({ data }) => {
    dispatch(
      sessionGranted({
        ...data.session_data,
        accessToken: data.access_token,
        accessTokenExpiry: data.access_token_expiry,
      }),
    );
    const target = booking ? `${paths.feed}?${new URLSearchParams({ activeBookingPostId: booking })}` : next;
    void navigate(target, { replace: true });
  };
}
