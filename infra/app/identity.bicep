metadata description = 'An identity to act under, for one purpose.'

@description('Name of the identity.')
param name string

@description('Region.')
param location string

@description('Tags.')
param tags object

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: name
  location: location
  tags: tags
}

@description('Resource id.')
output id string = identity.id

@description('Object id that roles are given to.')
output principalId string = identity.properties.principalId

@description('Id by which code asks for this identity.')
output clientId string = identity.properties.clientId
