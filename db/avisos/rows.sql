insert into interno.examen_de_mensajes default values;
