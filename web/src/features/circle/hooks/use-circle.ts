import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useSession } from '@/api';
import { toast } from '@/ui';
import {
  showInCircle,
  useAddNewInterestMutation,
  useGetUserFavDataQuery,
  useRemoveExistingInterestMutation,
  useUpdateTrustStatusMutation,
} from '../api';

/** What the viewer may do with a provider and the circle. Nothing for guests and on their own page (product.md 3.5). */
export function useCircle(providerId: string) {
  const { t } = useTranslation('circle');
  const dispatch = useDispatch();
  const { isAuthenticated, ownerId } = useSession();
  const { currentData } = useGetUserFavDataQuery(undefined, { skip: !isAuthenticated });
  const [add, adding] = useAddNewInterestMutation();
  const [remove, removing] = useRemoveExistingInterestMutation();
  const [update, updating] = useUpdateTrustStatusMutation();
  const interest = currentData?.data.interest_info.find(({ provider_id }) => provider_id === providerId);
  const provider = { iv_provider_id: providerId };
  /** Adds or removes. A failure is silent, and the control becomes ready again. */
  const toggle = async () => {
    const { error } = await (interest ? remove(provider) : add(provider));
    if (error) return;
    showInCircle(dispatch, providerId, interest ? 'removed' : 'added').confirm();
    toast.done(t(interest ? 'removed' : 'added'));
  };
  const toggleTrust = async () => {
    const trusted = !interest?.trusted;
    const shown = showInCircle(dispatch, providerId, trusted ? 'trusted' : 'distrusted');
    const { error } = await update({ ...provider, iv_trusted: trusted ? 'yes' : 'no' });
    if (error) shown.revert();
    else shown.confirm();
  };
  return {
    may: isAuthenticated && currentData !== undefined && providerId !== ownerId,
    inCircle: interest !== undefined,
    trusted: interest?.trusted ?? false,
    busy: adding.isLoading || removing.isLoading,
    trusting: updating.isLoading,
    toggle,
    toggleTrust,
  };
}

export type InCircle = ReturnType<typeof useCircle>;
