/** Texts of the times that the lender has seen the client's portal. */
export const es = {
  title: 'Consultas de la financiera',
  text: 'Para atenderte, el personal de la financiera puede ver tu portal por 15 minutos, sin cambiar nada.',
  listed: 'Cada vez queda aquí con su motivo.',
  none: 'Hasta ahora nadie lo ha hecho.',
  times: (from: string, to: string) => `De ${from} a ${to}`,
  failed: 'No se pudieron leer las consultas',
} as const;
