export default {
  title: 'Alerts',
  readAll: 'Mark all as read',
  empty: 'Nothing has happened yet. What concerns you appears here the moment it does.',
  find: 'Find providers',
  new: 'New',
} as const;
