import { Suspense, useState } from 'react';
import { Skeleton } from '@mantine/core';
import type { AccountData } from '@/api';
import { ProfileInfoForm, type ProfileInfo } from '@/features/onboarding';
import { ServicesCurrency } from '@/features/services';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates } from '@/ui';
import { useGetAccountProfileQuery } from '../api';

const initialValues = (account: AccountData): ProfileInfo => ({
  iv_name: account.name,
  iv_category: account.category,
  iv_expertise: account.expertise,
  iv_contact_phone: account.contact_phone,
  iv_phone_shown_to: account.phone_shown_to,
  iv_street_shown_to: account.street_shown_to,
  iv_country: account.country,
  iv_city: account.city,
  iv_currency: account.currency,
  iv_location_address: account.location_address,
  iv_delivery_mode: account.delivery_mode,
  iv_bio: account.bio,
});

/** The profile form filled with the user's own data. Another currency is offered to the services, too. */
export function OwnProfileForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('onboarding');
  const query = useGetAccountProfileQuery();
  const [currency, setCurrency] = useState<string | null>(null);
  if (currency) {
    return (
      <Suspense>
        <ServicesCurrency currency={currency} onClose={onDone} />
      </Suspense>
    );
  }
  return (
    <QueryStates query={query} skeleton={<Skeleton height={640} />}>
      {({ data: { account_data: account } }) => (
        <ProfileInfoForm
          initial={initialValues(account)}
          submitLabel={t('become')}
          onDone={({ iv_currency }) => (iv_currency === account.currency ? onDone() : setCurrency(iv_currency))}
        />
      )}
    </QueryStates>
  );
}
