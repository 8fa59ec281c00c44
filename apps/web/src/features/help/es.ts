/** Texts of the help centre, the questions included. Each question's id also names its video and its captions. */
import { paths } from '../../lib/paths.ts';

/** The screen that a question is about. */
const home = { to: paths.home, label: 'Ir al Tablero General' } as const;
const settled = { to: paths.settled, label: 'Ir a Facturas Liquidadas' } as const;
const profile = { to: paths.profile, label: 'Ir a Perfil' } as const;

export const es = {
  title: 'CENTRO DE AYUDA',
  search: 'Buscar en la ayuda',
  found: (questions: number, screens: number) => {
    const asked = questions === 1 ? '1 pregunta' : `${questions} preguntas`;
    return screens === 0 ? asked : `${asked} y ${screens === 1 ? '1 pantalla' : `${screens} pantallas`}`;
  },
  screens: 'Pantallas',
  noneTitle: 'Ninguna pregunta coincide',
  none: 'Prueba con otra palabra, o pregunta a tu asesor.',
  all: 'Ver todas las preguntas',
  call: (phone: string) => `Llama a tu asesor: ${phone}`,
  video: (question: string) => `Video: ${question}`,
  captions: 'Español',
  faqs: [
    {
      id: 'subir-facturas',
      question: '¿Cómo subo mis facturas?',
      keywords: ['subir', 'cargar', 'xml', 'archivo', 'arrastrar', 'cfdi'],
      answer:
        'En el Tablero General elige «Subir facturas» o arrastra los archivos a la página, todos los que quieras a la vez. Sirve el XML timbrado de cada factura, de hasta 1.5 MB; el PDF no hace falta. Al terminar verás cuántas se agregaron y, de cada una que no, el motivo y qué hacer.',
      link: home,
    },
    {
      id: 'factura-rechazada',
      question: '¿Por qué se rechazó mi factura?',
      keywords: ['rechazada', 'rechazo', 'motivo', 'error', 'inválida', 'no válida'],
      answer:
        'Cada rechazo lleva su motivo y qué hacer: lo ves al terminar la carga y después en «Estado de tus facturas», en Rechazadas. Lo más común es un archivo que no es el XML timbrado, una factura emitida por otra empresa o una cancelada ante el SAT. Las que se rechazan hoy se pueden intentar de nuevo hoy mismo.',
      link: home,
    },
    {
      id: 'vender-facturas',
      question: '¿Cómo vendo mis facturas?',
      keywords: ['vender', 'venta', 'anticipo', 'adelanto', 'factoraje', 'financiar'],
      answer:
        'Selecciona las facturas y presiona «Vender». Revisa la fecha de pago de cada una, presiona «Vender mis facturas», confirma los datos y acepta los términos. Nada se vende antes de «Sí, acepto».',
      link: home,
    },
    {
      id: 'elegir-varias',
      question: '¿Cómo selecciono muchas facturas a la vez?',
      keywords: ['seleccionar', 'todas', 'varias', 'marcar', 'filtro', 'cliente'],
      answer:
        'Marca la casilla de un cliente para elegir todas sus facturas, o «Seleccionar todo» para elegir las de todos. Con la tecla Mayús eliges desde la última marcada hasta la que presiones. Si algo no cabe en tu crédito, se quita de la selección y se dice cuál.',
      link: home,
    },
    {
      id: 'fecha-de-pago',
      question: '¿Qué fecha de pago debo poner?',
      keywords: ['fecha', 'pago', 'plazo', 'vencimiento', 'día hábil', 'días de crédito'],
      answer:
        'La fecha en que tu cliente va a pagar la factura. Debe ser un día hábil posterior a hoy y a lo más 180 días después de la emisión. Si tu cliente paga ciertos días de la semana, indícalos junto con el plazo y la fecha se calcula sola; también puedes escribirla. En Factoraje el plazo es fijo de 45 días.',
      link: home,
    },
    {
      id: 'orden-de-compra',
      question: '¿Qué es el folio de la orden de compra?',
      keywords: ['orden de compra', 'folio', 'pedido', 'oc'],
      answer:
        'El número del pedido con el que tu cliente te compró. Algunos lo exigen para pagar; en ese caso se pide en cada factura antes de venderla. Escríbelo tal como aparece en la orden: los espacios y las minúsculas se corrigen solos.',
      link: home,
    },
    {
      id: 'cuanto-cuesta',
      question: '¿Cuánto cuesta vender una factura?',
      keywords: ['costo', 'interés', 'tasa', 'comisión', 'precio', 'cuánto'],
      answer:
        'El interés: importe de la factura × días hasta el pago × tasa anual ÷ días del año. Antes de vender ves por cada factura cuánto recibes y cuánto cuesta; presiona la cifra para ver la cuenta completa. El precio que confirmas es el que se cobra.',
      link: home,
    },
    {
      id: 'aforo',
      question: '¿Qué es el aforo y cuándo me lo devuelven?',
      keywords: ['aforo', 'devolución', 'retención', 'iva', 'recargos'],
      answer:
        'La parte del importe que se retiene hasta que tu cliente paga, por ejemplo el 10 %. Cuando la factura se liquida, de ahí se toman el IVA del interés y los recargos si hubo atraso, y el resto se deposita en tu cuenta.',
      link: settled,
    },
    {
      id: 'cuando-llega',
      question: '¿Cuándo llega mi dinero?',
      keywords: ['depósito', 'dinero', 'cuándo', 'tiempo', 'horas', 'banco'],
      answer:
        'Al terminar la venta se dice el tiempo estimado. En Anticipo Índice, si vendes en día hábil de 8:00 a 14:00 (hora de Chihuahua), en menos de 4 horas; a otra hora, en menos de 24 horas o el siguiente día hábil. En Factoraje, de 4 a 6 días hábiles. Depende también del horario de tu banco.',
      link: home,
    },
    {
      id: 'cancelar-venta',
      question: '¿Puedo arrepentirme de una venta?',
      keywords: ['cancelar', 'arrepentir', 'deshacer', 'regresar', 'detener'],
      answer:
        'Antes de «Sí, acepto», siempre: responde «No», cierra la ventana o vuelve al resumen. Tus facturas y tu crédito quedan libres como estaban. Si la venta se queda a medias, se cancela sola a los 30 minutos. Después de aceptar, cancélala sin costo en «Mis ventas» mientras la financiera no haya contestado; si ya contestó, llama a tu asesor.',
      link: home,
    },
    {
      id: 'estado-de-facturas',
      question: '¿En qué van mis facturas?',
      keywords: ['estado', 'estatus', 'validación', 'en crédito', 'liquidada', 'seguimiento'],
      answer:
        'En «Estado de tus facturas» la gráfica muestra cuántas hay en cada estado. Presiona una parte para ver la lista, a quién le toca el siguiente paso y para cuándo. La lista se actualiza sola.',
      link: home,
    },
    {
      id: 'credito-disponible',
      question: '¿Cuánto crédito me queda?',
      keywords: ['crédito', 'línea', 'disponible', 'límite', 'saldo'],
      answer:
        '«CRÉDITO DISPONIBLE» está al inicio del Tablero General, por producto y moneda. Presiona la cifra para ver cómo se calcula: el límite, menos los anticipos por cobrar y menos lo apartado en ventas en validación. Al elegir facturas ves cuánto quedaría.',
      link: home,
    },
    {
      id: 'dolares',
      question: '¿Puedo vender facturas en dólares?',
      keywords: ['dólares', 'usd', 'moneda', 'tipo de cambio', 'cuenta bancaria'],
      answer:
        'Sí, si tu empresa tiene una línea de crédito y una cuenta bancaria en dólares. El depósito se hace en la moneda de la factura. Puedes vender pesos y dólares juntos: el resumen los muestra por separado. Si falta la cuenta, esas facturas quedan fuera y se avisa.',
      link: home,
    },
    {
      id: 'referencia-de-pago',
      question: '¿Cómo genero una referencia de pago?',
      keywords: ['referencia', 'pagar', 'transferencia', 'clabe', 'pdf'],
      answer:
        'Abre la lista En crédito, selecciona facturas de una sola moneda y presiona «Generar referencia de pago». Verás el importe, la referencia y la cuenta a la que se transfiere; puedes copiarlos o descargar el PDF. Escribe la referencia tal cual en el concepto de la transferencia.',
      link: home,
    },
    {
      id: 'agregar-usuario',
      question: '¿Cómo agrego a otra persona de mi empresa?',
      keywords: ['usuario', 'agregar', 'invitar', 'persona', 'nuevo', 'empleado'],
      answer:
        'Si eres administrador, en Perfil presiona «Agregar Usuario», escribe su email y su nombre, elige sus permisos y guarda. Recibirá un correo con una liga para definir su contraseña; la liga sirve 7 días.',
      link: profile,
    },
    {
      id: 'permisos',
      question: '¿Cómo quito el acceso o cambio los permisos de alguien?',
      keywords: ['permisos', 'administrador', 'acceso', 'deshabilitar', 'quitar', 'baja'],
      answer:
        'Un administrador abre a la persona en la Lista de Usuarios, cambia los interruptores y presiona «Actualizar datos». Sin acceso al portal, sus sesiones se cierran al momento. Siempre debe quedar al menos un administrador.',
      link: profile,
    },
    {
      id: 'contrasena',
      question: '¿Cómo cambio mi contraseña?',
      keywords: ['contraseña', 'clave', 'olvidé', 'recuperar', 'cambiar'],
      answer:
        'En la página de entrada presiona «Recuperar contraseña» y escribe tu email. Llega un correo con una liga que sirve una vez y vence en 60 minutos. Al cambiarla se cierran todas tus sesiones.',
      link: { to: paths.recoverPass, label: 'Ir a recuperar contraseña' },
    },
    {
      id: 'sesiones-y-avisos',
      question: '¿Dónde veo mis sesiones abiertas y mis avisos por correo?',
      keywords: ['sesión', 'dispositivo', 'seguridad', 'correo', 'aviso', 'notificación'],
      answer:
        'En Perfil. «Depósito de facturas» decide si recibes un correo con cada depósito. «Sesiones abiertas» muestra cada dispositivo con su último uso; si no reconoces alguno, cierra su sesión y cambia tu contraseña.',
      link: profile,
    },
    {
      id: 'conectar-autoridad-fiscal',
      question: '¿Cómo conecto mi empresa con el SAT?',
      keywords: ['sincronizar', 'conectar', 'ciec', 'autoridad fiscal', 'sat', 'automático'],
      answer:
        'Con tu contraseña CIEC o tu e.firma, según lo pida el portal, las facturas que emites llegan solas cada día y aparecen en «Facturas Preaprobadas». Solo se usa para descargarlas, y se borra al desconectar.',
      link: home,
      needsSync: true,
    },
    {
      id: 'facturas-sincronizadas',
      question: '¿Por qué no veo mis facturas sincronizadas?',
      keywords: ['sincronización', 'desconectar', 'preaprobadas', 'faltan', 'descarga', 'actualizar'],
      answer:
        'La primera descarga puede tardar; al terminar, la lista se actualiza sola y se muestra la fecha de la última sincronización. Si cambiaste tu contraseña CIEC, hay que conectar de nuevo. Mientras tanto puedes subir los XML.',
      link: home,
      needsSync: true,
    },
  ],
} as const;
