/** All paths of the lender's desk, a document of its own, defined only here. */
export const lenderPaths = {
  home: '/lender',
  today: '/lender/today',
  inbox: '/lender/inbox',
  sale: '/lender/sales/$saleId',
  overview: '/lender/overview',
  proposals: '/lender/proposals',
  clients: '/lender/clients',
  client: '/lender/clients/$clientId',
  receivers: '/lender/receivers',
  receiver: '/lender/receivers/$companyId',
  calendar: '/lender/calendar',
  operators: '/lender/operators',
  messages: '/lender/messages',
  settings: '/lender/settings',
  surveys: '/lender/surveys',
  survey: '/lender/surveys/$surveyId',
  log: '/lender/log',
  taxpayerList: '/lender/taxpayer-list',
  systems: '/lender/systems',
  payables: '/lender/payables',
  portfolio: '/lender/portfolio',
  invoice: '/lender/portfolio/$documentId',
  conversation: '/lender/invoices/$documentId',
  loads: '/lender/portfolio-loads',
  receipts: '/lender/receipts',
  bank: '/lender/bank',
  monthCut: '/lender/month-cut',
  books: '/lender/books',
  estimate: '/lender/estimate',
  reports: '/lender/reports',
  transfers: '/lender/transfers',
  alerts: '/lender/alerts',
  account: '/lender/account',
} as const;

/** The ids of buttons that the actions of the search press. */
export type DeskButton = 'traer-archivo' | 'proponer-asiento' | 'abrir-cliente' | 'invitar-operador';

/** Anchors of the cards of settings that open behind their title. */
export type SettingCardId =
  | 'products'
  | 'branches'
  | 'lender'
  | 'brand'
  | 'reminders'
  | 'accounts'
  | 'ranges'
  | 'own-accounts'
  | 'estimate'
  | 'amounts'
  | 'factors'
  | 'terms';

/** Whether an address of this portal is one of the desk. */
export const isOfDesk = (address: string): boolean => /^\/lender(?:[/?#]|$)/.test(address);
