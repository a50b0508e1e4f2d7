import { useLocation, useNavigate, useSearchParams, type LinkProps, type To } from 'react-router-dom';
import { serverOrigin } from '@/platform/server';
import { postParam } from './dialogs';
import { paths, postPath } from './paths';

/** The post whose owner's booking dialog is open (product.md 2.5). */
const BOOKED = 'activeBookingPostId';
/** The post whose detail view is open, and which view: post_comment shows the comments (product.md 2.5). */
const VIEWED = 'autoActivePost';
const VIEW = 'autoView';
/** The comment that the comments show in sight. */
const COMMENT = 'comment';
const DIALOG = 'dialog';

/** The part of a post's detail view that is open. */
export type PostView = 'full' | 'comments' | 'repost';
/** Dialogs about a post that the address names by `dialog` and `post`. */
export type LinkedPostDialog = 'manage_post' | 'report_post' | 'share_post';

const viewParams: Readonly<Record<PostView, string>> = { full: 'true', comments: 'post_comment', repost: 'post_repost' };

/** The feed of a tag. */
export const tagFeedPath = (tag: string): To => ({ pathname: paths.feed, search: `?${new URLSearchParams({ tag })}` });

/** The public address of a post. */
export const postUrl = (postId: string) => new URL(postPath(postId), serverOrigin()).href;

interface PlaceState {
  dialogOpened?: boolean;
}

/** On these pages the address names a post for the page that comes after; no dialog opens here. */
const pagesOnTheWay: readonly string[] = [paths.signIn, paths.signUp];

/** The dialogs about posts that the address names. */
export function usePostParams() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const params = pagesOnTheWay.includes(pathname) ? new URLSearchParams() : search;
  const named = params.get(VIEW);
  const view: PostView = named === 'post_comment' ? 'comments' : named === 'post_repost' ? 'repost' : 'full';
  const dialog = params.get(DIALOG);
  return {
    booked: params.get(BOOKED) ?? '',
    viewed: params.get(VIEWED) ?? '',
    view,
    comment: params.get(COMMENT) ?? '',
    shared: dialog === 'share_post' ? (params.get(postParam) ?? '') : '',
  };
}

type Step = Pick<LinkProps, 'to'> & { replace: boolean; state: PlaceState; preventScrollReset: true };

/** Changes of the address. A new entry opens a dialog, so that Back closes it; `instead` replaces the current entry. */
function useAddressSteps() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { pathname, state } = useLocation();
  const openedHere = (state as PlaceState | null)?.dialogOpened ?? false;
  /** The same change as link props. */
  const link = (change: (now: URLSearchParams) => void, instead: boolean): Step => {
    const next = new URLSearchParams(params);
    change(next);
    const opened: PlaceState = { dialogOpened: instead ? openedHere : true };
    return { to: { pathname, search: next.toString() }, replace: instead, state: opened, preventScrollReset: true };
  };
  const go = (change: (now: URLSearchParams) => void, instead: boolean) => {
    const { to, ...how } = link(change, instead);
    void navigate(to, how);
  };
  const leave = (...names: string[]) => {
    if (openedHere) void navigate(-1);
    else go((now) => names.forEach((name) => now.delete(name)), true);
  };
  return { go, leave, link };
}

/** Opens and closes dialogs about posts over the current page. With `instead`, the dialog replaces the detail view. */
export function usePostDialogs() {
  const { go, leave, link } = useAddressSteps();
  const naming = (instead: boolean, values: Record<string, string>) => (now: URLSearchParams) => {
    if (instead) for (const name of [VIEW, VIEWED, COMMENT]) now.delete(name);
    for (const [name, value] of Object.entries(values)) now.set(name, value);
  };
  const set = (instead: boolean, values: Record<string, string>) => go(naming(instead, values), instead);
  return {
    show: (postId: string, view: PostView, instead = false) => set(instead, { [VIEW]: viewParams[view], [VIEWED]: postId }),
    bookLink: (postId: string, instead = false) => link(naming(instead, { [BOOKED]: postId }), instead),
    dialogLink: (dialog: LinkedPostDialog, postId: string, instead = false) =>
      link(naming(instead, { [DIALOG]: dialog, [postParam]: postId }), instead),
    open: (dialog: LinkedPostDialog, postId: string, instead = false) => set(instead, { [DIALOG]: dialog, [postParam]: postId }),
    closeView: () => leave(VIEW, VIEWED, COMMENT),
    closeBooking: () => leave(BOOKED),
    closeDialog: () => leave(DIALOG, postParam),
  };
}
