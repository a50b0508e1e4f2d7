export default {
  circle: 'الدائرة',
  trusted: 'العلامات الموثوقة',
  emptyCircle: 'هنا يُحفظ من تضيفهم إلى دائرتك من مقدّمي الخدمات.',
  emptyTrusted: 'هنا يُحفظ من تثق بهم من مقدّمي الخدمات.',
  find: 'ابحث عن مقدّمي خدمات',
  isTrusted: 'موثوق',
} as const;
