import { Suspense, useEffect } from 'react';
import { ActionIcon, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconDots, IconMoodSad, IconShare3 } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { asFailure, useSession, type AccountData, type RatingSummary } from '@/api';
import { SharePageDialog } from '@/features/share';
import { useTranslation } from '@/i18n/use-translation';
import { paths, useDialog } from '@/routing';
import { Dropdown, EmptyState, QueryStates, useBigScreen, useScreenParts } from '@/ui';
import { CircleAction, TrustAction } from '@/features/circle';
import { ConversationLink } from '@/features/messages';
import { accountNamed, BlockedProvider, ReportThing, useReportDialog } from '@/features/safety';
import { lazyPart } from '@/ui/lazy-part';
import { useGetProviderProfileQuery, useCountPageViewMutation } from '../api';
import { ProviderHeader } from '../components/ProviderHeader';
import { ProviderTabs } from '../components/ProviderTabs';
import { SidePanel } from '../components/SidePanel';
import { TrustStrip } from '../components/TrustStrip';
import { useProviderTab } from '../hooks/use-provider-tab';
import classes from './ProviderPage.module.css';

/** The pages that were counted since the app was started. In memory alone: nothing is kept on the device. */
const counted = new Set<string>();

/** Says once for each page and start of the app that it is on the screen, for its provider's figures (product.md 3.11). */
function usePageView(ownerId: string): void {
  const [count] = useCountPageViewMutation();
  const viewer = useSession().ownerId;
  useEffect(() => {
    if (viewer === ownerId) return;
    const say = () => {
      if (document.visibilityState !== 'visible' || counted.has(ownerId)) return;
      counted.add(ownerId);
      void count({ iv_owner_id: ownerId });
    };
    say();
    document.addEventListener('visibilitychange', say);
    return () => document.removeEventListener('visibilitychange', say);
  }, [count, ownerId, viewer]);
}

/** /p/{username}: the provider, their ratings, and booking (product.md 3.6). */
export default function ProviderPage() {
  const { t } = useTranslation('provider');
  const { providerUsername = '' } = useParams();
  const query = useGetProviderProfileQuery({ username: providerUsername });
  if (query.isError && asFailure(query.error).kind === 'not_found') {
    const toFeed = (
      <Button component={Link} to={paths.feed} variant="light">
        {t('toFeed')}
      </Button>
    );
    const notFound = (
      <EmptyState icon={IconMoodSad} wholePage action={toFeed}>
        {t('notFound')}
      </EmptyState>
    );
    return (
      <div className={classes.page}>
        <BlockedProvider handle={providerUsername} otherwise={notFound} />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      {/* Until the name is known, the address stands for it. */}
      {query.currentData ? null : <VisuallyHidden component="h1">@{providerUsername}</VisuallyHidden>}
      <QueryStates query={query} skeleton={<PageSkeleton />}>
        {({ data }) => <ProviderContent provider={data.account_data} summary={data.rating_summary} />}
      </QueryStates>
    </div>
  );
}

function PageSkeleton() {
  return (
    <div className={classes.areas}>
      <Skeleton height={104} circle className={classes.person} />
      <Skeleton height={180} radius="lg" className={classes.trust} />
      <Skeleton height={420} radius="xl" className={classes.tabs} />
    </div>
  );
}

function ProviderContent({ provider, summary }: { provider: AccountData; summary: RatingSummary }) {
  const { t } = useTranslation('provider');
  const shown = useProviderTab(provider);
  usePageView(provider.owner_id);
  return (
    <div className={classes.areas}>
      <div className={classes.person}>
        <ProviderHeader provider={provider}>
          <VisitorActions provider={provider} />
          <ShareButton provider={provider} />
        </ProviderHeader>
      </div>
      <div className={classes.trust}>{provider.expertise ? <TrustStrip provider={provider} summary={summary} /> : null}</div>
      <div className={classes.tabs}>
        <ProviderTabs provider={provider} bookingClass={classes.book} shown={shown} />
      </div>
      {/* On narrow screens the Info and Book tabs show the same. */}
      <aside className={classes.sidePanel} aria-label={t('sections')}>
        <SidePanel provider={provider} tab={shown.tab} onBook={shown.book} />
      </aside>
    </div>
  );
}

function ShareButton({ provider }: { provider: AccountData }) {
  const { t } = useTranslation('provider');
  const { big, small } = useScreenParts();
  const own = useSession().ownerId === provider.owner_id;
  const { opened, open, close } = useDialog(['share']);
  return (
    <>
      {big ? (
        <Button variant="default" className="big-screen" leftSection={<IconShare3 size={18} aria-hidden />} onClick={() => open('share')}>
          {t('share')}
        </Button>
      ) : null}
      {small ? (
        <ActionIcon variant="default" size={44} className="small-screen" aria-label={t('share')} onClick={() => open('share')}>
          <IconShare3 size={18} />
        </ActionIcon>
      ) : null}
      <Suspense>{opened ? <SharePageDialog provider={provider} own={own} onClose={close} /> : null}</Suspense>
    </>
  );
}

const VisitorMenuItems = lazyPart(() => import('../components/VisitorMenuItems'));

/** A visitor's actions on a provider besides booking: circle, trust, messages, reporting, blocking. Guests learn what needs an account. */
function VisitorActions({ provider }: { provider: AccountData }) {
  const { isAuthenticated, ownerId } = useSession();
  const big = useBigScreen();
  if (ownerId === provider.owner_id) return null;
  if (!isAuthenticated) return <OptionsMenu provider={provider} />;
  return (
    <>
      <ConversationLink ownerId={provider.owner_id} />
      <CircleAction providerId={provider.owner_id} name={provider.name} compact={!big} />
      <TrustAction providerId={provider.owner_id} />
      <OptionsMenu provider={provider} canBlock />
    </>
  );
}

/** The menu of what is seldom done: reporting, and for who is signed in blocking. */
function OptionsMenu({ provider, canBlock = false }: { provider: AccountData; canBlock?: boolean }) {
  const { t } = useTranslation('provider');
  const { owner_id, name, username, avatar, expertise } = provider;
  const { opened, open, close } = useReportDialog('account', owner_id);
  return (
    <>
      <Dropdown
        position="bottom-end"
        items={() => <VisitorMenuItems onReport={open} blockable={canBlock ? owner_id : null} />}
        button={
          <ActionIcon variant="default" size={44} aria-label={t('optionsFor', { name })}>
            <IconDots size={18} />
          </ActionIcon>
        }
      />
      <Suspense>
        {opened ? (
          <ReportThing
            subject={{ kind: 'account', account: { ...accountNamed(owner_id, name, username, avatar), expertise } }}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
