export default {
  messages: 'الرسائل',
  empty: 'عندما يكون لك موعد مع أحد، يمكنكما التراسل هنا.',
  find: 'ابحث عن مقدّمي خدمات',
} as const;
