import { openhoursApi, postsApi } from '@/api';
import { paths, type AppRoute } from '@/routing';
import { feedOf, filterOf } from './feed-address';

export const feedRoutes: readonly AppRoute[] = [
  {
    path: paths.feed,
    access: 'anyone',
    layout: 'page',
    texts: ['feed'],
    firstAnswers: (ask, { search, session }) => ask(postsApi.endpoints.feedPages.initiate(filterOf(feedOf(search, session)))),
    screen: () => import('./screens/Feed'),
  },
  {
    path: paths.post,
    access: 'anyone',
    layout: 'page',
    texts: ['feed', 'circle'],
    firstAnswers: (ask, { params }) => ask(openhoursApi.endpoints.getFeedPost.initiate(params['postId'] ?? '')),
    screen: () => import('./screens/PostPage'),
  },
  {
    path: paths.myBookmarks,
    access: 'account',
    layout: 'account',
    texts: ['feed'],
    screen: () => import('./screens/Bookmarks'),
  },
];
