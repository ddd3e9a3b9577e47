-- "Batu granat" and "buah granat" are a stone and a fruit. Rules that an operator has changed stay as they are.
update forbidden_rules set exceptions = exceptions || '{"batu granat","buah granat","kalung granat","cincin granat","gelang granat","anting granat","liontin granat","bibit granat","delima granat"}'
where label = 'Senjata api dan amunisi' and changed_by is null;
