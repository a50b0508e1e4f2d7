import { useEffect, useState } from 'react';
import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconDots, IconSearch, type Icon } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Interest } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths, useBookingLink, useDialog } from '@/routing';
import { EmptyState, QueryStates, Sheet } from '@/ui';
import { ProviderTile } from '@/ui/ProviderTile';
import { ShowMore } from '@/ui/ShowMore';
import { TileList, TileListSkeleton } from '@/ui/TileList';
import { distinctBy, usePaged, type More } from '@/ui/use-paged';
import { useCirclePagesInfiniteQuery, type CircleFilter } from '../api';
import { useCircle } from '../hooks/use-circle';
import { matchingProviders } from '../model';
import { CircleAction } from './CircleAction';
import classes from './CircleRow.module.css';
import { TrustToggle } from './TrustToggle';

interface CircleListProps {
  filter: CircleFilter;
  icon: Icon;
  empty: string;
}

/** The providers of the user's circle, or its trusted ones. */
export function CircleList({ filter, icon, empty }: CircleListProps) {
  const { t } = useTranslation('circle');
  const { query, more } = usePaged(useCirclePagesInfiniteQuery(filter, { refetchOnMountOrArgChange: true }));
  const find = (
    <Button component={Link} to={paths.search} variant="light">
      {t('find')}
    </Button>
  );
  return (
    <QueryStates
      query={query}
      skeleton={<TileListSkeleton />}
      isEmpty={(pages) => pages.every(({ providers }) => providers.length === 0) && more.state === 'over'}
      empty={
        <EmptyState icon={icon} action={find}>
          {empty}
        </EmptyState>
      }
    >
      {(pages) => (
        <FilteredCircle
          providers={distinctBy(
            pages.flatMap((page) => page.providers),
            ({ provider_id }) => provider_id,
          )}
          more={more}
        />
      )}
    </QueryStates>
  );
}

/** The cards, filtered by the typed text. A match may be on a later page, so filtering loads all pages. */
function FilteredCircle({ providers, more }: { providers: Interest[]; more: More }) {
  const { t } = useTranslation('circle');
  const [typed, setTyped] = useState('');
  const { opened, subject, open, close } = useDialog(['manage_circle'], 'provider');
  const shown = matchingProviders(providers, typed);
  const managed = useManagedProvider(providers, opened ? subject : null);
  useEffect(() => {
    if (typed.trim() && more.state === 'waiting') more.load();
  }, [typed, more]);
  return (
    <>
      <TextInput
        type="search"
        className={classes.find}
        leftSection={<IconSearch size={18} aria-hidden />}
        aria-label={t('findHere')}
        placeholder={t('findHere')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {shown.length ? (
        <TileList>
          {shown.map((provider) => (
            <li key={provider.provider_id}>
              <CircleRow provider={provider} onManage={() => open('manage_circle', provider.provider_id)} />
            </li>
          ))}
        </TileList>
      ) : null}
      <p role="status" className={classes.none}>
        {shown.length === 0 && more.state === 'over' ? t('noneFound', { typed }) : null}
      </p>
      <ShowMore more={more} />
      {managed ? <CircleDialog provider={managed} onClose={close} /> : null}
    </>
  );
}

/** A provider removed while the dialog is open stays in it and can be added again. */
function useManagedProvider(providers: readonly Interest[], providerId: string | null): Interest | null {
  const [last, setLast] = useState<Interest | null>(null);
  const now = providers.find(({ provider_id }) => provider_id === providerId);
  if (now && now !== last) setLast(now);
  if (!providerId) return null;
  return now ?? (last?.provider_id === providerId ? last : null);
}

interface CircleDialogProps {
  provider: Interest;
  onClose: () => void;
}

/** The circle control as a modal (product.md 3.5). */
function CircleDialog({ provider, onClose }: CircleDialogProps) {
  const { t } = useTranslation('circle');
  return (
    <Sheet opened onClose={onClose} title={t('manage')} size="sm">
      <Stack>
        <ProviderTile provider={provider} />
        <Text c="dimmed" size="sm">
          {t('manageText')}
        </Text>
        <CircleAction fullWidth providerId={provider.provider_id} name={provider.name} />
      </Stack>
    </Sheet>
  );
}

/** A provider of the circle, with actions to book, trust and manage them. */
function CircleRow({ provider, onManage }: { provider: Interest; onManage: () => void }) {
  const { t } = useTranslation('circle');
  const bookingLink = useBookingLink();
  const circle = useCircle(provider.provider_id);
  return (
    <article className={classes.row} aria-label={provider.name}>
      <ProviderTile provider={provider} />
      <div className={classes.acts}>
        <Button
          component={Link}
          {...bookingLink(provider.provider_id)}
          variant="light"
          size="sm"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          {t('book')}
        </Button>
        <TrustToggle size="sm" circle={{ ...circle, trusted: provider.trusted }} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={classes.manage}
          aria-label={t('manageWhom', { name: provider.name })}
          onClick={onManage}
        >
          <IconDots size={20} />
        </ActionIcon>
      </div>
    </article>
  );
}
