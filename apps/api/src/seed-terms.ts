/** First version of the demo lender's terms. For demonstration only, not legal advice. */
export const DEMO_TERMS = {
  version: '2026-1',
  body: `TÉRMINOS Y CONDICIONES DE LA VENTA DE FACTURAS

1. Partes. Anticipa Financiera, S.A. de C.V., SOFOM, E.N.R. («Anticipa»), y la empresa cuyo usuario acepta este texto (el «Cliente»), convienen la cesión a Anticipa de los derechos de cobro de las facturas que se detallan al final (las «Facturas»).

2. Cesión. Al aceptar, el Cliente cede a Anticipa los derechos de cobro de las Facturas. La cesión surte efecto cuando Anticipa autoriza cada Factura; la que no se autorice queda como estaba y no causa costo alguno.

3. Declaraciones del Cliente. El Cliente declara que cada Factura corresponde a bienes entregados o servicios prestados, que está vigente ante la autoridad fiscal, que no ha sido pagada, cedida ni dada en garantía, y que no existe controversia sobre ella. Se obliga a no cancelarla mientras esté financiada.

4. Anticipo y depósito. Anticipa entrega al Cliente el anticipo indicado para cada Factura, menos el interés del plazo, en la cuenta registrada para la moneda de la operación. El remanente (aforo) se devuelve cuando la Factura se paga por completo, una vez descontados el IVA del interés y los recargos que procedan.

5. Interés. El interés se calcula sobre el importe total de cada Factura, por los días naturales entre hoy y su fecha de pago, a la tasa anual y con la base de días indicadas. El costo efectivo anual que se muestra no incluye IVA.

6. Pago. El Cliente responde de que el pagador cubra la Factura a más tardar en su fecha de pago, en las cuentas de Anticipa. Si el pago llega después, se causan recargos sobre el importe de la Factura a la tasa moratoria de la línea, desde el día siguiente a la fecha de pago y hasta el día en que se reciba el dinero.

7. Facturas no pagadas. Si el pagador no cubre una Factura, o si ésta se cancela o resulta improcedente, el Cliente restituye a Anticipa el anticipo, el interés y los recargos causados dentro de los cinco días hábiles siguientes al aviso.

8. Moneda. Las Facturas en dólares se liquidan en dólares. Cuando una línea en pesos ampara una Factura en dólares, el crédito utilizado se calcula con el tipo de cambio publicado por Anticipa el día de la operación.

9. Cancelación. El Cliente puede cancelar la operación sin costo mientras Anticipa no la haya contestado.

10. Datos y conservación. El portal conserva este texto, su versión, la identidad del usuario que lo aceptó, la fecha y hora, y la dirección desde la que lo hizo, como prueba de su consentimiento. Los datos personales se tratan conforme al aviso de privacidad de Anticipa.

11. Jurisdicción. Para la interpretación y el cumplimiento de estos términos, las partes se someten a las leyes mexicanas y a los tribunales de la ciudad de Monterrey, Nuevo León.`,
} as const;
