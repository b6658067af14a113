import type { BalanceCause, NoticeWords } from './words.ts';

const contact = 'إذا لم تكن أنت من فعل ذلك فتواصل مع المتجر فورًا';
const securityAdvice =
  'إذا لم تكن أنت من فعل ذلك فهناك من يستخدم حسابك: سجّل الخروج من أجهزتك الأخرى في الإعدادات وغيّر كلمة مرورك.';

const balanceSentences: Record<BalanceCause, (amount: string, orderId: number | null) => string> = {
  added: (amount) => `أُضيف ${amount} إلى رصيدك.`,
  subtracted: (amount) => `خُصم ${amount} من رصيدك.`,
  returned: (amount, orderId) => `أُعيد ${amount} إلى رصيدك عن طلبك رقم ${orderId}.`,
  charged: (amount, orderId) => `خُصم ${amount} من رصيدك مرة أخرى عن طلبك رقم ${orderId}.`,
};

export const ar: NoticeWords = {
  hello: (name) => `مرحبًا ${name}،`,
  emailChanged: {
    subject: 'تم تغيير عنوان بريدك الإلكتروني',
    body: 'تم تغيير عنوان البريد الإلكتروني لحسابك. من الآن فصاعدًا تسجّل الدخول بالعنوان الجديد ونراسلك عليه.',
    advice: `${contact}. هذه آخر رسالة نرسلها إلى هذا العنوان.`,
    button: 'فتح Comptoir',
  },
  passwordChanged: {
    subject: 'تم تغيير كلمة مرورك',
    body: 'تم تغيير كلمة مرور حسابك، وسُجِّل الخروج من الأجهزة الأخرى.',
    advice: `${contact} واختر كلمة مرور جديدة.`,
    button: 'فتح Comptoir',
  },
  emailAndPasswordChanged: {
    subject: 'تم تغيير عنوان بريدك الإلكتروني وكلمة مرورك',
    body: 'تم تغيير عنوان البريد الإلكتروني وكلمة المرور لحسابك. من الآن فصاعدًا تسجّل الدخول بهما ونراسلك على العنوان الجديد.',
    advice: `${contact}. هذه آخر رسالة نرسلها إلى هذا العنوان.`,
    button: 'فتح Comptoir',
  },
  newAdmin: (admin) => ({
    subject: 'هناك مدير جديد',
    body: `أصبح ${admin} مديرًا في المتجر.`,
    advice: 'إذا لم تكن أنت من فعل ذلك فاسحب منه هذا الدور وغيّر كلمة مرورك.',
    button: 'عرض هذا المدير',
  }),
  ownPinLocked: {
    subject: 'رمز PIN الخاص بك مقفل',
    body: 'أُدخل رمز PIN خاطئ خمس مرات من حسابك. رمزك مقفل لمدة 15 دقيقة.',
    advice: securityAdvice,
    button: 'فتح الإعدادات',
  },
  ownPinDisabled: {
    subject: 'رمز PIN الخاص بك معطّل',
    body: 'أُدخل رمز PIN خاطئ عشر مرات من حسابك. رمزك معطّل حتى تختار رمزًا جديدًا باستخدام كلمة مرورك.',
    advice: securityAdvice,
    button: 'فتح الإعدادات',
  },
  pinLocked: (admin) => ({
    subject: 'رمز PIN لأحد المديرين مقفل',
    body: `أُدخل رمز PIN خاطئ خمس مرات من حساب ${admin}. الرمز مقفل لمدة 15 دقيقة.`,
    advice: 'إذا لم يكن هذا المدير هو من فعل ذلك فعطّل الحساب إلى أن تتأكد.',
    button: 'عرض هذا المدير',
  }),
  pinDisabled: (admin) => ({
    subject: 'رمز PIN لأحد المديرين معطّل',
    body: `أُدخل رمز PIN خاطئ عشر مرات من حساب ${admin}. الرمز معطّل حتى يُعيَّن من جديد باستخدام كلمة المرور.`,
    advice: 'إذا لم يكن هذا المدير هو من فعل ذلك فعطّل الحساب إلى أن تتأكد.',
    button: 'عرض هذا المدير',
  }),
  ticketReply: ({ number, subject }) => ({
    subject: `رد جديد على تذكرتك رقم ${number}`,
    body: `لقد رددنا على تذكرتك ${subject}.`,
    button: 'قراءة الرد',
  }),
  orderDelivered: ({ id, product, total }) => ({
    subject: `تم تسليم طلبك رقم ${id}`,
    body: `تم تسليم طلبك رقم ${id} (${product}، ${total}). تجد ما يخصه ضمن طلباتك.`,
    button: 'عرض طلباتي',
  }),
  balanceChanged: ({ cause, amount, balance, orderId }) => ({
    subject: 'تغيّر رصيدك',
    body: `${balanceSentences[cause](amount, orderId)} رصيدك الآن ${balance}.`,
    advice: 'إذا كان لديك سؤال عن ذلك فافتح تذكرة.',
    button: 'عرض رصيدي',
  }),
};
