import { Button, Chip, Group, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconDownload, IconSearch, IconUpload, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTranslation } from '@/i18n/use-translation';
import { saveText } from '@/platform/files';
import { paths, useChangeSearchParams } from '@/routing';
import { EmptyState, Page, QueryStates, toast } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { distinctBy, usePaged } from '@/ui/use-paged';
import { type ClientsFilter, type Sort, type TagCount, useClientPagesInfiniteQuery, useLazyClientsFileQuery } from '../api';
import { ClientList } from '../components/ClientList';
import classes from '../components/ClientList.module.css';

/** /clients: everybody who has booked with the provider (product.md 4.17). */
export default function Clients() {
  const { t } = useTranslation('clients');
  const { filter, typed, type, set, showAll } = useClientsFilter();
  const { download, isDownloading } = useDownloadClients();
  const paged = useClientPagesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
  const { query, more } = usePaged(paged);
  const clients = distinctBy(query.currentData?.flatMap((page) => page.clients) ?? [], ({ client_id }) => client_id);
  // The tags of the list before stay while the next one is on its way.
  const tags = paged.data?.pages[0]?.tags ?? [];
  const isFiltered = filter.q !== '' || filter.tag !== '';
  return (
    <Page
      title={t('title')}
      actions={
        <Group gap="xs">
          <Button component={Link} to={paths.importClients} variant="default" leftSection={<IconUpload size={18} aria-hidden />}>
            {t('import.open')}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} loading={isDownloading} onClick={download}>
            {t('download')}
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        <div className={classes.bar}>
          <TextInput
            type="search"
            label={t('search')}
            placeholder={t('searchHint')}
            maxLength={200}
            leftSection={<IconSearch size={20} aria-hidden />}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('sort')}
            value={filter.sort}
            onChange={({ currentTarget: { value } }) => set({ sort: value as Sort })}
            data={sorts.map((sort) => ({ value: sort, label: t(`sortBy.${sort}`) }))}
          />
        </div>
        <TagChips tags={tags} chosen={filter.tag} onChoose={(tag) => set({ tag })} />
        <QueryStates
          query={query}
          skeleton={<ClientsSkeleton />}
          isEmpty={() => clients.length === 0}
          empty={isFiltered ? <NoneFound onShowAll={showAll} /> : <NoClients />}
        >
          {() => (
            <>
              <ClientList clients={clients} />
              <ShowMore more={more} />
            </>
          )}
        </QueryStates>
      </Stack>
    </Page>
  );
}

interface TagChipsProps {
  tags: readonly TagCount[];
  /** '' for none. */
  chosen: string;
  onChoose: (tag: string) => void;
}

/** The tags in use; one at a time narrows the list. */
function TagChips({ tags, chosen, onChoose }: TagChipsProps) {
  const { t } = useTranslation('clients');
  if (tags.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={t('tags')}>
      <Chip checked={chosen === ''} onChange={() => onChoose('')}>
        {t('allTags')}
      </Chip>
      {tags.map(({ tag, clients }) => (
        <Chip key={tag} checked={chosen === tag} onChange={() => onChoose(chosen === tag ? '' : tag)}>
          <bdi>{tag}</bdi> ({clients})
        </Chip>
      ))}
    </Group>
  );
}

/** How clients come here. */
function NoClients() {
  const { t } = useTranslation('clients');
  return (
    <EmptyState
      icon={IconUsers}
      action={
        <Button component={Link} to={`${paths.myAccount}?dialog=share_page`} variant="light">
          {t('share')}
        </Button>
      }
    >
      {t('none')}
    </EmptyState>
  );
}

function NoneFound({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('clients');
  return (
    <EmptyState
      icon={IconUsers}
      action={
        <Button variant="light" onClick={onShowAll}>
          {t('showAll')}
        </Button>
      }
    >
      {t('noneFound')}
    </EmptyState>
  );
}

function ClientsSkeleton() {
  return (
    <Stack gap="xs">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={68} radius="lg" />
      ))}
    </Stack>
  );
}

/** Saves the list as a CSV file on the device. */
function useDownloadClients(): { download: () => void; isDownloading: boolean } {
  const { t } = useTranslation('clients');
  const [fetchFile] = useLazyClientsFileQuery();
  const [isDownloading, setDownloading] = useState(false);
  const download = async () => {
    setDownloading(true);
    try {
      await saveText(await fetchFile(undefined).unwrap(), 'openhours-clients.csv', 'text/csv;charset=utf-8');
    } catch {
      toast.failed(t('downloadFailed'));
    } finally {
      setDownloading(false);
    }
  };
  return { download: () => void download(), isDownloading };
}

const sorts = ['name', 'last_visit', 'next_visit', 'visits', 'spent'] as const satisfies readonly Sort[];

/** The search starts after this pause in typing, in milliseconds. */
const typingPause = 300;

/** Which clients are shown, as the address says it; the search text also as it is typed. */
function useClientsFilter() {
  const [params] = useSearchParams();
  const change = useChangeSearchParams();
  const filter: ClientsFilter = {
    q: params.get('q') ?? '',
    tag: params.get('tag') ?? '',
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'name',
  };
  const [typed, setTyped] = useState(filter.q);
  const set = (values: Partial<ClientsFilter>) =>
    change(
      (now) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) now.set(name, value);
          else now.delete(name);
        }
        return now;
      },
      { replace: true },
    );
  const search = useDebouncedCallback((q: string) => set({ q }), typingPause);
  const type = (text: string) => {
    setTyped(text);
    search(text.trim());
  };
  const showAll = () => {
    setTyped('');
    set({ q: '', tag: '' });
  };
  return { filter, typed, type, set, showAll };
}
