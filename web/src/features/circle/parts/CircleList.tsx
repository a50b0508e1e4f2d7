import { Button } from '@mantine/core';
import { IconShieldCheckFilled, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useGetMyCircleQuery } from '@/api';
import { paths } from '@/app/paths';
import { BookingDialogHere, useBookingLink } from '@/features/provider';
import { Empty, ProviderTile, QueryStates, TileList, TileListSkeleton } from '@/ui';

interface CircleListProps {
  filter: 'all' | 'trusted';
  icon: Icon;
  empty: string;
}

/** The providers of the visitor's circle, or those of them that are trusted. */
export function CircleList({ filter, icon, empty }: CircleListProps) {
  const { t } = useTranslation('circle');
  const query = useGetMyCircleQuery({ filter });
  const bookingLink = useBookingLink();
  const find = (
    <Button component={Link} to={paths.search} variant="light">
      {t('find')}
    </Button>
  );
  return (
    <QueryStates
      query={query}
      skeleton={<TileListSkeleton />}
      isEmpty={({ data }) => data.length === 0}
      empty={
        <Empty icon={icon} action={find}>
          {empty}
        </Empty>
      }
    >
      {({ data }) => (
        <>
          <TileList>
            {data.map((interest) => (
              <li key={interest.provider_id}>
                <ProviderTile
                  provider={interest}
                  link={bookingLink(interest.provider_id)}
                  aside={interest.trusted ? <IconShieldCheckFilled size={20} color="var(--brand)" aria-label={t('isTrusted')} /> : null}
                />
              </li>
            ))}
          </TileList>
          <BookingDialogHere />
        </>
      )}
    </QueryStates>
  );
}
