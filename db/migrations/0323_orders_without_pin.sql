-- Orders that were anonymised before still had the pin on the map and the code of the district of the buyer's home.
update orders set address = address - '{lat,lng,districtCode}'::text[]
where address->>'phone' = '' and address->>'street' = '' and address ?| '{lat,lng,districtCode}'::text[];
