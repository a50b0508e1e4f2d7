export default {
  messages: 'Messages',
  empty: 'Once you have an appointment with somebody, you can write to each other here.',
  find: 'Find providers',
} as const;
