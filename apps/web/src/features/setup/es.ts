import type { SetupStep } from '@anticipa/domain/setup';

const steps: Readonly<Record<SetupStep, readonly [title: string, why: string]>> = {
  'tax-authority': [
    'Certificados del SAT',
    'Sin ellos no se verifica ninguna factura. Los instala quien opera el servidor.',
  ],
  'second-person': [
    'Segunda persona',
    'Dos operadores con el rol riesgo y dos con tesorería: lo que uno propone, lo aprueba otro.',
  ],
  'tax-data': ['Datos fiscales de la financiera', 'Los lleva cada CFDI.'],
  'mail-sender': ['Marca y remitente de los correos', 'Sin ellos no sale ningún correo: ni las invitaciones.'],
  terms: ['Términos y condiciones', 'El cliente los acepta en cada venta.'],
  'lender-account': ['Cuenta de la financiera', 'A ella pagan los receptores.'],
  'payment-limits': [
    'Importes con segunda persona en los pagos',
    'Sin ellos, una sola persona paga cualquier importe.',
  ],
  reminders: [
    'Recordatorios de vencimiento a los clientes',
    'Mientras estén apagados, los vencimientos se ven solo en el portal: no van por correo, WhatsApp ni navegador. Enciéndelos o decide dejarlos apagados.',
  ],
  'taxpayer-list': ['Lista 69-B', 'Con ella se revisa a emisores y receptores.'],
  client: ['Un cliente con un producto activo', 'Su administrador recibe la invitación por correo.'],
  'credit-line': ['Una línea de crédito', 'De ella sale el anticipo.'],
  'bank-account': ['La cuenta del cliente para depósitos', 'Una cuenta nueva recibe depósitos después de 24 horas.'],
};

/** Texts of what a lender that starts still lacks. */
export const es = {
  title: 'Falta por configurar',
  steps,
  roles: (names: string) => `Rol: ${names}`,
} as const;
