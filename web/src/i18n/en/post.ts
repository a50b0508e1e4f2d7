export default {
  myPosts: 'My posts',
  bookmarks: 'Bookmarks',
  emptyPosts: 'You are yet to post any content.',
  emptyBookmarks: 'Posts you bookmark are kept here.',
  toFeed: 'Go to the feed',
} as const;
